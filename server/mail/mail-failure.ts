import type { MailFailure } from '#contract/client.ts'
import { NOT_SENT_IN_TIME } from './given-up.ts'

/** In words that a portal can translate: by the enhanced code (RFC 3463), where the mail server has said one. */
export function mailFailureOf(reason: string): MailFailure {
  if (reason === NOT_SENT_IN_TIME) return 'not-sent'
  if (/\b[45]\.1\.\d/.test(reason)) return 'unknown-address'
  if (/\b[45]\.2\.2\b|^552\b/.test(reason)) return 'mailbox-full'
  return 'refused'
}
