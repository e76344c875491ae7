"""The rules of Hearts with every house rule as a setting. RULES.md says them in words."""
