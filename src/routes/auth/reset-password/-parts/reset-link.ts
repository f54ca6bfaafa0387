// Out of the address as soon as it is read, and nowhere else: after a reload the link in the mail is needed again.
// A module of its own, for a route file is split in two.
let token = ''

export const resetLink = {
  token: () => token,
  /** Whether the search of an address brings one. */
  arrived({ token: brought }: { token?: unknown }): boolean {
    const text = typeof brought === 'string' ? brought.trim() : ''
    if (text === '') return false
    token = text
    return true
  },
  used() {
    token = ''
  },
}
