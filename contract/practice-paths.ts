// Beyond the specification (`contract/capabilities.ts`), and apart from `paths.ts`, which is in the first chunk of the portal.

const id = encodeURIComponent

export const practicePaths = {
  logo: (practiceId: string) => `practice/${id(practiceId)}/logo`,
  mailPreview: (practiceId: string) => `practice/${id(practiceId)}/mail-preview`,
  news: (practiceId: string) => `practice/${id(practiceId)}/news`,
} as const
