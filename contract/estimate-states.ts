// Separate from estimate.ts, because the URL is read before the code of its page has loaded.

export const ESTIMATE_STATES = ['open', 'accepted', 'declined', 'lapsed', 'withdrawn'] as const
export type EstimateState = (typeof ESTIMATE_STATES)[number]
export const ESTIMATE_OUTCOMES = ['accepted', 'declined'] as const satisfies readonly EstimateState[]
export type EstimateOutcome = (typeof ESTIMATE_OUTCOMES)[number]
