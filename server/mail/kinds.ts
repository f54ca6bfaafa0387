import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import { typedKeys } from '#contract/values.ts'
import type { MailKind } from '#server/db/schema.ts'

/** At most `limit` mails in any period of `windowMs`. */
export interface Allowance {
  limit: number
  windowMs: number
}

/**
 * Daily budgets (UTC), each for a practice or an account; `setting` is LIMIT_PRACTICE_MAILS_PER_DAY. Urgent mails do not share
 * a budget with invitations, because an import sends thousands of invitations.
 */
export const MAIL_BUDGETS = {
  invitations: { of: 'practice', perDay: (setting: number) => setting },
  confirmations: { of: 'practice', perDay: (setting: number) => setting },
  notices: { of: 'practice', perDay: () => 500 },
  requests: { of: 'practice', perDay: () => 2000 },
  reminders: { of: 'practice', perDay: () => 20_000 },
  account: { of: 'account', perDay: () => 100 },
} satisfies Record<string, { of: 'practice' | 'account'; perDay: (setting: number) => number }>
export type MailBudgetName = keyof typeof MAIL_BUDGETS

/** The lists that a mail can have, each under a heading. */
export type MailList = 'late' | 'coming' | 'keys' | 'scopes' | 'former' | 'present' | 'unseen'

/** The texts of a kind are the messages `mail.<kind>.<part>`, with a part of `MAIL_PARTS`. */
interface MailRules {
  /**
   * Origin of such a mail. `anybody` may be signed out, `recipient` is signed in, `letter` has the code of a postal invitation,
   * and `practice` means staff or exports.
   */
  causedBy: 'anybody' | 'recipient' | 'letter' | 'practice' | 'owner' | 'timer'
  /** Lower ranks are sent first; within a rank, the order of queueing. */
  rank: number
  /** A mail that could not be sent within this period is given up. */
  retryMs: number
  /** Limits by recipient, over all practices and servers. */
  perRecipient: readonly Allowance[]
  /** The kind in whose limit by recipient this kind is counted, if not its own. */
  countedAs?: MailKind
  budget: MailBudgetName
  /**
   * Set for invitations that staff can repeat. Only one mail with the same value is queued for an account and a practice. A
   * repetition within the hour is reported to the staff.
   */
  invitesAs?: 'owner' | 'staff' | 'address'
  /** Addressed to clients as clients, even if they are staff of the practice too. */
  isForClients?: boolean
  /** The link that is made for each mail; other mails link to the portal. */
  link?: 'activation' | 'reset' | 'letter' | 'address' | 'mailbox'
  /** The subject is read when the mail is sent. The mail is dropped if the subject no longer exists. */
  about?:
    | 'reminders'
    | 'unseen-requests'
    | 'overdue-requests'
    | 'answered-request'
    | 'address-change'
    | 'asked-form'
    | 'estimate'
    | 'answered-estimate'
    | 'ending-estimates'
  lists?: readonly MailList[]
  /** The kind whose texts are used for parts without a text of their own. */
  textsOf?: MailKind
}

const REQUESTED = 0
const STAFF = 1
const USUAL = 2
const WEEKLY = 3

const atMost = (limit: number, windowMs: number): Allowance => ({ limit, windowMs })

const security = {
  causedBy: 'recipient',
  rank: REQUESTED,
  retryMs: 3 * DAY_MS,
  perRecipient: [atMost(5, HOUR_MS)],
  budget: 'account',
} as const
const notice = {
  causedBy: 'practice',
  rank: STAFF,
  retryMs: 3 * DAY_MS,
  perRecipient: [atMost(10, HOUR_MS)],
  budget: 'notices',
} as const
const invitation = {
  causedBy: 'practice',
  rank: USUAL,
  retryMs: 3 * DAY_MS,
  perRecipient: [atMost(1, HOUR_MS)],
  budget: 'invitations',
} as const
const estimate = { ...notice, rank: USUAL, budget: 'invitations', isForClients: true, about: 'estimate' } as const
/** A short retry, because users ask for a new link before an old mail arrives. */
const requested = {
  causedBy: 'anybody',
  rank: REQUESTED,
  retryMs: HOUR_MS,
  perRecipient: [atMost(10, HOUR_MS)],
  budget: 'account',
} as const
const addressChange = {
  ...invitation,
  perRecipient: [atMost(3, HOUR_MS)],
  budget: 'confirmations',
  isForClients: true,
} as const

/**
 * All kinds of mail. Mails beyond a recipient limit or a budget are deferred. An error would reveal mails of other practices
 * or the existence of an account. `/password/forgot` has separate limits, which apply before a mail is queued.
 */
export const MAIL_KINDS: Record<MailKind, MailRules> = {
  activation: { ...invitation, invitesAs: 'owner', link: 'activation' },
  access: { ...invitation, invitesAs: 'owner' },
  'staff-activation': {
    ...invitation,
    rank: STAFF,
    countedAs: 'activation',
    invitesAs: 'staff',
    link: 'activation',
    textsOf: 'activation',
  },
  'staff-offer': { ...invitation, rank: STAFF, invitesAs: 'staff' },
  'activation-asked': { ...requested, link: 'activation', textsOf: 'activation' },
  reset: { ...requested, link: 'reset' },
  letter: {
    ...requested,
    causedBy: 'letter',
    budget: 'confirmations',
    perRecipient: [atMost(3, HOUR_MS), atMost(10, DAY_MS)],
    isForClients: true,
    link: 'letter',
  },
  'mailbox-confirmation': { ...invitation, rank: STAFF, budget: 'confirmations', link: 'mailbox' },
  'address-confirmation': { ...invitation, invitesAs: 'address', isForClients: true, link: 'address' },
  'address-change-asked': { ...addressChange, about: 'address-change' },
  'address-changed': addressChange,
  'password-changed': security,
  'password-changed-links-ended': { ...security, textsOf: 'password-changed' },
  'passkey-added': security,
  'passkey-removed': security,
  'second-factor-on': security,
  'second-factor-off': security,
  'second-factor-reset': { ...security, causedBy: 'practice' },
  'recovery-codes-made': security,
  'identity-linked': security,
  'identity-unlinked': security,
  'import-key-made': { ...notice, lists: ['scopes'] },
  'import-key-ending': { ...notice, causedBy: 'timer' },
  'import-key-maker-left': { ...notice, lists: ['keys'] },
  'import-unconfirmed': notice,
  // The texts of its changes are below it, such as `mail.admin-change.admin-made.subject`.
  'admin-change': notice,
  'account-number-changed': { ...notice, lists: ['former', 'present'] },
  'retention-tightened': notice,
  'requests-new': { ...notice, causedBy: 'owner', budget: 'requests', about: 'unseen-requests', lists: ['unseen'] },
  'requests-unseen': {
    ...notice,
    causedBy: 'timer',
    retryMs: DAY_MS,
    budget: 'requests',
    about: 'overdue-requests',
    lists: ['unseen'],
  },
  'request-answered': {
    ...notice,
    rank: REQUESTED,
    budget: 'invitations',
    isForClients: true,
    about: 'answered-request',
  },
  'request-asked': {
    ...notice,
    rank: REQUESTED,
    budget: 'invitations',
    isForClients: true,
    about: 'answered-request',
  },
  'form-asked': {
    ...notice,
    rank: USUAL,
    perRecipient: [atMost(3, DAY_MS)],
    budget: 'invitations',
    isForClients: true,
    about: 'asked-form',
  },
  'forms-new': { ...notice, causedBy: 'owner', budget: 'requests' },
  'estimate-sent': estimate,
  'estimate-changed': estimate,
  'estimate-withdrawn': estimate,
  'estimate-ending': { ...estimate, causedBy: 'timer', retryMs: DAY_MS },
  'estimate-answered': { ...notice, causedBy: 'owner', budget: 'requests', about: 'answered-estimate' },
  'estimates-ending': {
    ...notice,
    causedBy: 'timer',
    retryMs: DAY_MS,
    budget: 'requests',
    about: 'ending-estimates',
  },
  reminders: {
    causedBy: 'timer',
    rank: WEEKLY,
    retryMs: 3 * DAY_MS,
    perRecipient: [atMost(10, DAY_MS)],
    budget: 'reminders',
    isForClients: true,
    about: 'reminders',
    lists: ['late', 'coming'],
  },
}

/** Returns the kind under which mails of a kind are counted by recipient. */
export const countedAs = (kind: MailKind): MailKind => MAIL_KINDS[kind].countedAs ?? kind

export const kindsWith = (matches: (rules: MailRules) => boolean): MailKind[] =>
  typedKeys(MAIL_KINDS).filter((kind) => matches(MAIL_KINDS[kind]))

/** Returns the limit of mails of a kind that wait for a recipient: as many as may be sent in a day. */
export const maxWaitingOf = (kind: MailKind): number =>
  Math.min(...MAIL_KINDS[kind].perRecipient.map(({ limit, windowMs }) => (limit * DAY_MS) / windowMs))
