package shop

// MaySell refuses with what to do whoever may not publish models in this marketplace.
func (in SignedIn) MaySell() error { return maySell(in.House, in.Caller()) }
