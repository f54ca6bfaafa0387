import type { ClientListItem } from '#src/api/clients.ts'

// Who has not opened the practice, as far as the API says it. The link would not work for who is locked.

export const isNotInvited = ({ invitation, locked }: ClientListItem) => !locked && invitation === 'not-invited'

export const canInviteAgain = ({ invitation, locked }: ClientListItem) =>
  !locked && (invitation === 'invited' || invitation === 'failed')

export const canInvite = (client: ClientListItem) => isNotInvited(client) || canInviteAgain(client)
