import type { AnnouncedChange } from '#contract/mail.ts'
import type { KeyPurpose } from '#contract/imports.ts'
import type { Language } from '#contract/languages.ts'

export interface Words {
  subject: string
  paragraphs: string[]
  /** What follows the paragraphs, each under a heading of its own; empty ones are left out. */
  lists?: { title: string; items: string[] }[]
  /** What follows the lists. */
  afterLists?: string[]
  /** Label of the button. */
  button: string
  /** What follows the button. */
  closing: string[]
  /** Under the signature: a text with an address. */
  footer?: { text: string; link: string; url: string }
}

/** Sender and recipient. */
export interface About {
  practice: string | null
  phone: string | null
  isToStaff: boolean
  /** Of a mail of reminders. */
  digest: Due
  /** Of a mail to the admins of a practice. */
  notice: Notice
  /** Requests that the practice has not seen. */
  unseen: Unseen
}

export interface Unseen {
  count: number
  /** By kind, as text. */
  lines: string[]
}

/** What has happened, as text. */
export interface Notice {
  by: string | null
  change: AnnouncedChange
  member: string
  keys: string[]
  purpose: KeyPurpose
  endsOn: string
  former: string[]
  present: string[]
}

/** What is due, as lines of text. */
export interface Due {
  late: string[]
  coming: string[]
  more: number
  unsubscribeUrl: string
}

export type Writer = (about: About) => Words

/** The texts of a kind of mail in each language. */
export type Texts = Record<Language, Writer>

export const APP = 'Dierenportaal'
