/**
 * What became of the invitation of a registered client: `not-invited` where an export brought it and no mail was asked for,
 * `activated` by an owner who has opened the practice, `failed` by a mail that could not be delivered.
 */
export const INVITATION_STATES = ['not-invited', 'invited', 'activated', 'failed'] as const
export type InvitationState = (typeof INVITATION_STATES)[number]

/** The filters of the registered clients; `unanswered`: invited two weeks ago or longer. */
export const LISTED_STATES = [...INVITATION_STATES, 'unanswered'] as const
export type ListedState = (typeof LISTED_STATES)[number]

/** Why the last mail that gives access did not arrive. */
export const MAIL_FAILURES = ['unknown-address', 'mailbox-full', 'refused', 'not-sent'] as const
export type MailFailure = (typeof MAIL_FAILURES)[number]

/** For so long an admin can undo the removal of one client, or of all. */
export const UNDO_DAYS = 7
