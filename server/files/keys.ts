/** What the keys of all documents begin with, and no others. */
export const DOCUMENT_KEYS = 'paper-'
