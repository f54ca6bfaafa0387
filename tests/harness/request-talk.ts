import type { PortalRequest, PracticeRequest } from '#contract/schemas/request.ts'
import { question } from './requests.ts'
import type { TestServer } from './test-server.ts'

interface People {
  ownerId: string
  clientId: string
  memberId: string
}

const message = (more: object = {}) => ({ uuid: crypto.randomUUID(), text: 'Een bericht', ...more })

/** Calls of both sides of a conversation in a request at practice `a`. `people` returns who takes part. */
export function talkOf(testServer: TestServer, people: () => People) {
  const ofOwner = (uuid: string, path = '') => `clients/${people().clientId}/requests/${uuid}${path}`
  const ofPractice = (uuid: string, path = '') => `practice/a/requests/${uuid}${path}`
  const post = (by: string, path: string, body?: object) => testServer.callAs(by, 'POST', path, body)
  return {
    async send(more: object = {}): Promise<string> {
      const body = question(more)
      await testServer.ok(post(people().ownerId, `clients/${people().clientId}/requests`, body))
      return body.uuid
    },
    write: (uuid: string, more?: object) => post(people().ownerId, ofOwner(uuid, '/messages'), message(more)),
    reopen: (uuid: string, more?: object) => post(people().ownerId, ofOwner(uuid, '/reopen'), message(more)),
    read: (uuid: string, lastUuid: string) => post(people().ownerId, ofOwner(uuid, '/read'), { lastUuid }),
    withdraw: (uuid: string) => post(people().ownerId, ofOwner(uuid, '/withdrawal')),
    see: (uuid: string) => post(people().memberId, ofPractice(uuid, '/seen')),
    respond: (uuid: string, outcome: string, more?: object, by = people().memberId) =>
      post(by, ofPractice(uuid, '/messages'), message({ outcome, ...more })),
    end: (uuid: string, body: object = {}) => post(people().memberId, ofPractice(uuid, '/end'), body),
    toOwner: (uuid: string) => testServer.readAs<PortalRequest>(people().ownerId, ofOwner(uuid)),
    toStaff: (uuid: string) => testServer.readAs<PracticeRequest>(people().memberId, ofPractice(uuid)),
    badges: async () => ({
      owner: (
        await testServer.readAs<{ waiting: number }>(people().ownerId, `clients/${people().clientId}/request-count`)
      ).waiting,
      practice: (await testServer.readAs<{ waiting: number }>(people().memberId, 'practice/a/request-count')).waiting,
    }),
  }
}
