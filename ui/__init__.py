"""The page, in Python. The only package that imports pyscript or js."""
