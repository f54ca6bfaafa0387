import type { Estimate, EstimateBody } from '#contract/schemas/estimate.ts'
import { ownerId } from './owner.ts'
import { callAs } from './steps.ts'

// Estimates that screen tests share. They are sent through the API, like those of a practice system.

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Sends an estimate of staff to the owner, or changes one. Returns its id. */
export async function sendEstimate(more: Partial<EstimateBody> = {}, uuid: string = crypto.randomUUID()) {
  const body = {
    clientUuid: await ownerId(),
    date: dayIn(-40),
    validUntil: dayIn(7),
    reason: 'Gebit reinigen',
    lines: [
      { description: 'Narcose', quantity: 1, unitPrice: 145, vatRate: 21, amount: 145 },
      { description: 'Kies trekken', vatRate: 21, amount: 40, amountTo: 180 },
    ],
    ...more,
  }
  const response = await callAs('staff', 'PUT', `practice/de-waag/estimates/${uuid}`, body)
  if (!response.ok) throw new Error(await response.text())
  return uuid
}

export const LAPSED = { validUntil: dayIn(-10) }

export const withdraw = (uuid: string) => callAs('staff', 'POST', `practice/de-waag/estimates/${uuid}/withdrawal`)

export async function estimateOf(uuid: string): Promise<Estimate> {
  const response = await callAs('owner', 'GET', `clients/${await ownerId()}/estimates/${uuid}`)
  return (await response.json()) as Estimate
}

/** Answers like the owner on another device. */
export async function answerElsewhere(uuid: string, outcome: 'accepted' | 'declined' = 'accepted') {
  const { contentHash, clientUuid } = await estimateOf(uuid)
  await callAs('owner', 'POST', `clients/${clientUuid}/estimates/${uuid}/answer`, { outcome, contentHash })
}
