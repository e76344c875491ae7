"""Pages on which people make accounts and clubs: plain forms, each an act of the API."""
