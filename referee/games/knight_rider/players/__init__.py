"""Knight Rider's computer players, imported only when one plays: what they see (`look`), what it is
worth (`outlook`, `prospects`, `odds`, `flight`) and what they do (`bots`, `hunt`, `roadworks`)."""
