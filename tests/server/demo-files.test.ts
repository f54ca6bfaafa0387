import type { Attachment } from '#contract/schemas/attachment.ts'
import { expect, test } from 'vitest'
import { memoryFiles } from '#mocks/files.ts'
import { readSamples } from '#server/node/demo-samples.ts'
import { loadDemo } from '#server/demo/load.ts'
import { StorageError } from '#server/files/storage-error.ts'
import { type TestServer, openTestServer } from '#harness/test-server.ts'

const ALL = ['lab-results', 'treatment-plans', 'agreements', 'attachments']

async function attachmentsOf(testServer: TestServer, username: string): Promise<Attachment[]> {
  const found = await testServer.db
    .selectFrom('account')
    .innerJoin('client', 'client.account_id', 'account.id')
    .select(['account.id', 'client.uuid'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const token = await testServer.signIn(found.id)
  const lists = await Promise.all(
    ALL.map(async (type) => {
      const answer = await testServer.call('GET', `clients/${found.uuid}/${type}?size=200`, { token })
      return ((await answer.json()) as { content: Attachment[] }).content
    }),
  )
  return lists.flat()
}

test('every attachment of the owner opens, and is as large as it says', async () => {
  const files = memoryFiles()
  await using testServer = await openTestServer('sqlite', { files })
  await loadDemo(testServer.db, testServer.ports, { files, samples: await readSamples() })
  const attachments = await attachmentsOf(testServer, 'owner@mail.example')
  expect(attachments).toHaveLength(41)
  for (const { url, mimeType, sizeBytes, fileName } of attachments) {
    const answer = await testServer.fetch(new Request(url!))
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect([fileName, answer.headers.get('content-type'), bytes.length]).toEqual([fileName, mimeType, sizeBytes])
    const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1')
    expect(start).toBe(mimeType === 'application/pdf' ? '%PDF' : '\u00FF\u00D8\u00FF\u00E0')
  }
})

test('where files cannot be kept the demo goes without', async () => {
  const files = { ...memoryFiles(), put: () => Promise.reject(new StorageError('EIO')) }
  await using testServer = await openTestServer('sqlite', { files })
  await loadDemo(testServer.db, testServer.ports, { files, samples: await readSamples() })
  expect((await attachmentsOf(testServer, 'owner@mail.example')).filter(({ url }) => url)).toEqual([])
})
