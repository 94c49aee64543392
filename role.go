package vitrine

import (
	"slices"
	"strings"
)

// Role is what somebody may do in a marketplace that not everybody may.
type Role string

// The roles. RoleOperator is what IsAdmin of a User says; operators may do all that the
// others may.
const (
	RoleOperator  Role = "operator"
	RoleModerator Role = "moderator" // decides about what is reported, and about models
	RoleSupport   Role = "support"   // helps people with their accounts
	RoleSeller    Role = "seller"    // publishes models where operators say who may
	RoleTrusted   Role = "trusted"   // publishes models without review where others wait for one
)

// GivenRoles are all roles, in the order in which they are shown.
func GivenRoles() []Role {
	return []Role{RoleOperator, RoleModerator, RoleSupport, RoleSeller, RoleTrusted}
}

// Has reports whether the user has the role itself.
func (u *User) Has(role Role) bool {
	if role == RoleOperator {
		return u.IsAdmin
	}
	return slices.Contains(strings.Fields(u.Roles), string(role))
}

// Staff reports whether the user acts for the marketplace: operators alone decide about them.
func (u *User) Staff() bool { return u.IsAdmin || u.Has(RoleModerator) || u.Has(RoleSupport) }

// MayHave reports whether tokens that act for the user may have a scope, by the user's roles.
func (u *User) MayHave(scope Scope) bool {
	roles := scope.Roles()
	return u.IsAdmin || roles == nil || slices.ContainsFunc(roles, u.Has)
}

// MayAllow reports whether the user may allow applications a scope: those of everybody, those
// that are for a role of theirs, and operators all.
func (u *User) MayAllow(scope Scope) bool {
	return u.IsAdmin || slices.Contains(SharedScopes(), scope) || scope.Roles() != nil && u.MayHave(scope)
}

// SetRoles gives the user these roles and no others.
func (u *User) SetRoles(roles []Role) {
	u.IsAdmin = slices.Contains(roles, RoleOperator)
	var names []string
	for _, role := range GivenRoles() {
		if role != RoleOperator && slices.Contains(roles, role) {
			names = append(names, string(role))
		}
	}
	u.Roles = strings.Join(names, " ")
}
