/** Changes of a practice of which all its admins get a mail of one kind. */
export const ANNOUNCED_CHANGES = [
  'admin-ended',
  'admin-invited',
  'admin-joined',
  'admin-made',
  'admin-proposed',
  'clients-removed',
  'factors-removed',
  'key-kept',
  'mailbox-changed',
  'second-factor-optional',
] as const
export type AnnouncedChange = (typeof ANNOUNCED_CHANGES)[number]
