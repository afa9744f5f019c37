"""D'raf's computer players, imported only when one plays."""
