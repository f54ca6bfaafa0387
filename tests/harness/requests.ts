import type { RequestAnswer } from '#contract/schemas/request.ts'
import { account, client, practice, requestSettings, staff } from './builders.ts'
import type { TestServer } from './test-server.ts'

/** Inserts practices that accept all kinds of requests. The first has a staff member and an owner with a client. */
export async function requestPractice({ db }: TestServer, practiceIds = ['a']) {
  for (const id of practiceIds) {
    await practice(db, id)
    await requestSettings(db, id)
  }
  const [first = ''] = practiceIds
  const ownerId = await account(db, 'owner@mail.example')
  const clientId = await client(db, first, { account_id: ownerId, last_name: 'Bakker', first_name: 'Anna' })
  return { ownerId, clientId, memberId: await staff(db, first, 'staff@a.example') }
}

export const question = (more: object = {}) => ({
  uuid: crypto.randomUUID(),
  kind: 'QUESTION',
  text: 'Een vraag',
  ...more,
})

export const ANSWER: RequestAnswer = { outcome: 'answered', text: 'Ligt morgen klaar.' }
