"""The archive format hearts-record/1 and its neighbours, one module each."""
