"""The electrics that a PC lacks, the ways to see them, and computer players."""
