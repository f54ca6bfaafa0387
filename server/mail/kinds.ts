import { typedKeys } from '#contract/values.ts'
import { ACCESS_TEXTS } from './writers/access.ts'
import { ADMIN_CHANGE } from './writers/admin-change.ts'
import { OWNER_TEXTS } from './writers/owner.ts'
import { PRACTICE_TEXTS } from './writers/practice.ts'
import { SECURITY_TEXTS } from './writers/security.ts'
import type { MailKind } from '#server/db/schema.ts'
import type { Texts } from './writers/words.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** At most `limit` mails in any period of `windowMs`. */
export interface Allowance {
  limit: number
  windowMs: number
}

/**
 * Daily budgets (UTC), each for a practice or an account; `setting` is LIMIT_PRACTICE_MAILS_PER_DAY. Mails that somebody waits for do not
 * share a budget with invitations, of which an import sends thousands.
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

interface MailRules {
  /**
   * Who can cause such a mail: anybody without signing in, the signed-in recipient, the holder of a letter's code, staff or exports of a
   * practice, an owner, or a timer.
   */
  causedBy: 'anybody' | 'recipient' | 'letter' | 'practice' | 'owner' | 'timer'
  /** Lower ranks are sent first; within a rank, the order of queueing. */
  rank: number
  /** A mail that could not be sent for so long is given up. */
  retryMs: number
  /** Limits by recipient, over all practices and servers. */
  perRecipient: readonly Allowance[]
  /** The kind in whose limit by recipient this kind is counted, if not its own. */
  countedAs?: MailKind
  budget: MailBudgetName
  /**
   * Set for invitations that staff can repeat: only one mail with the same value waits for an account and a practice, and staff who
   * repeat one within the hour are told so.
   */
  invitesAs?: 'owner' | 'staff' | 'address'
  /** Clients receive it as clients also where they are staff of the practice. */
  isForClients?: boolean
  write: Texts
}

const ASKED = 0
const STAFF = 1
const USUAL = 2
const WEEKLY = 3

const ONE_AN_HOUR: readonly Allowance[] = [{ limit: 1, windowMs: HOUR_MS }]
const security = (write: Texts): MailRules => ({
  causedBy: 'recipient',
  rank: ASKED,
  retryMs: 3 * DAY_MS,
  perRecipient: [{ limit: 5, windowMs: HOUR_MS }],
  budget: 'account',
  write,
})
const notice = (write: Texts): MailRules => ({
  causedBy: 'practice',
  rank: STAFF,
  retryMs: 3 * DAY_MS,
  perRecipient: [{ limit: 10, windowMs: HOUR_MS }],
  budget: 'notices',
  write,
})
const invitation = {
  causedBy: 'practice',
  retryMs: 3 * DAY_MS,
  perRecipient: ONE_AN_HOUR,
  budget: 'invitations',
} as const
/** A new link is asked for sooner than an old mail arrives. */
const link = { rank: ASKED, retryMs: HOUR_MS, budget: 'account', causedBy: 'anybody' } as const

/**
 * All kinds of mail. Mails beyond a limit by recipient or a budget wait until they are within it: a refusal would reveal what other
 * practices send to an address, or that it has an account. `/password/forgot` has limits of its own, before anything is queued.
 */
export const MAIL_KINDS: Record<MailKind, MailRules> = {
  activation: { ...invitation, rank: USUAL, invitesAs: 'owner', write: ACCESS_TEXTS.activation },
  access: { ...invitation, rank: USUAL, invitesAs: 'owner', write: ACCESS_TEXTS.access },
  'staff-activation': {
    ...invitation,
    rank: STAFF,
    countedAs: 'activation',
    invitesAs: 'staff',
    write: ACCESS_TEXTS.activation,
  },
  'staff-offer': { ...invitation, rank: STAFF, invitesAs: 'staff', write: ACCESS_TEXTS['staff-offer'] },
  'activation-asked': {
    ...link,
    perRecipient: [{ limit: 10, windowMs: HOUR_MS }],
    write: ACCESS_TEXTS.activation,
  },
  reset: { ...link, perRecipient: [{ limit: 10, windowMs: HOUR_MS }], write: ACCESS_TEXTS.reset },
  letter: {
    ...link,
    causedBy: 'letter',
    budget: 'confirmations',
    perRecipient: [
      { limit: 3, windowMs: HOUR_MS },
      { limit: 10, windowMs: DAY_MS },
    ],
    isForClients: true,
    write: ACCESS_TEXTS.letter,
  },
  'mailbox-confirmation': {
    ...invitation,
    rank: STAFF,
    budget: 'confirmations',
    write: ACCESS_TEXTS['mailbox-confirmation'],
  },
  'address-confirmation': {
    ...invitation,
    rank: USUAL,
    invitesAs: 'address',
    isForClients: true,
    write: ACCESS_TEXTS['address-confirmation'],
  },
  'address-change-asked': {
    ...invitation,
    rank: USUAL,
    perRecipient: [{ limit: 3, windowMs: HOUR_MS }],
    budget: 'confirmations',
    isForClients: true,
    write: ACCESS_TEXTS['address-change-asked'],
  },
  'address-changed': {
    ...invitation,
    rank: USUAL,
    perRecipient: [{ limit: 3, windowMs: HOUR_MS }],
    budget: 'confirmations',
    isForClients: true,
    write: ACCESS_TEXTS['address-changed'],
  },
  'password-changed': security(SECURITY_TEXTS['password-changed']),
  'password-changed-links-ended': security(SECURITY_TEXTS['password-changed-links-ended']),
  'passkey-added': security(SECURITY_TEXTS['passkey-added']),
  'passkey-removed': security(SECURITY_TEXTS['passkey-removed']),
  'second-factor-on': security(SECURITY_TEXTS['second-factor-on']),
  'second-factor-off': security(SECURITY_TEXTS['second-factor-off']),
  'second-factor-reset': { ...security(SECURITY_TEXTS['second-factor-reset']), causedBy: 'practice' },
  'recovery-codes-made': security(SECURITY_TEXTS['recovery-codes-made']),
  'import-key-made': notice(PRACTICE_TEXTS['import-key-made']),
  'import-key-ending': { ...notice(PRACTICE_TEXTS['import-key-ending']), causedBy: 'timer' },
  'import-key-maker-left': notice(PRACTICE_TEXTS['import-key-maker-left']),
  'import-unconfirmed': notice(PRACTICE_TEXTS['import-unconfirmed']),
  'admin-change': notice(ADMIN_CHANGE),
  'account-number-changed': notice(PRACTICE_TEXTS['account-number-changed']),
  'retention-tightened': notice(PRACTICE_TEXTS['retention-tightened']),
  'requests-new': { ...notice(PRACTICE_TEXTS['requests-new']), causedBy: 'owner', budget: 'requests' },
  'requests-unseen': {
    ...notice(PRACTICE_TEXTS['requests-unseen']),
    causedBy: 'timer',
    retryMs: DAY_MS,
    budget: 'requests',
  },
  'request-answered': {
    ...notice(OWNER_TEXTS['request-answered']),
    rank: ASKED,
    budget: 'invitations',
    isForClients: true,
  },
  reminders: {
    causedBy: 'timer',
    rank: WEEKLY,
    retryMs: 3 * DAY_MS,
    perRecipient: [{ limit: 10, windowMs: DAY_MS }],
    budget: 'reminders',
    isForClients: true,
    write: OWNER_TEXTS.reminders,
  },
}

/** The name under which mails of a kind are counted by recipient. */
export const countedAs = (kind: MailKind): MailKind => MAIL_KINDS[kind].countedAs ?? kind

/** Kinds of which the rules say so. */
export const kindsWith = (says: (rules: MailRules) => boolean): MailKind[] =>
  typedKeys(MAIL_KINDS).filter((kind) => says(MAIL_KINDS[kind]))

/** No more mails of a kind wait for a recipient than may go to that recipient in a day. */
export const mostWaiting = (kind: MailKind): number =>
  Math.min(...MAIL_KINDS[kind].perRecipient.map(({ limit, windowMs }) => (limit * DAY_MS) / windowMs))
