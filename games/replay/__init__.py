"""The fold of acts through the rules: the state reached, how far it is good, the first finding."""
