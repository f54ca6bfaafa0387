/**
 * State of a registered client's invitation. `not-invited`: registered by an export, and no mail was requested.
 * `activated`: the owner has opened the practice. `failed`: the mail could not be delivered.
 */
export const INVITATION_STATES = ['not-invited', 'invited', 'activated', 'failed'] as const
export type InvitationState = (typeof INVITATION_STATES)[number]

/** Filters of the registered clients; `unanswered` means invited at least two weeks ago. */
export const LISTED_STATES = [...INVITATION_STATES, 'unanswered'] as const
export type ListedState = (typeof LISTED_STATES)[number]

export const MAIL_FAILURES = ['unknown-address', 'mailbox-full', 'refused', 'not-sent'] as const
export type MailFailure = (typeof MAIL_FAILURES)[number]

/** Reserved id of the sample client: invented data that staff can view, in no database. */
export const SAMPLE_CLIENT_ID = '7107d2fe-30c8-4999-a836-fc388a96061e'

/** Days within which an admin can undo the removal of one client, or of all. */
export const UNDO_DAYS = 7
