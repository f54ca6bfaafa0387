import type { Attachment } from '#contract/schemas/attachment.ts'
import { expect, test } from 'vitest'
import { ATTACHMENT_TYPES } from '#contract/document.ts'
import type { Page } from '#contract/paging.ts'
import { memoryFiles } from '#mocks/files.ts'
import { readSamples } from '#server/node/demo-samples.ts'
import { loadDemo } from '#server/demo/load.ts'
import { StorageError } from '#server/files/store.ts'
import { type TestServer, openTestServer } from '#harness/test-server.ts'

async function attachmentsIn(testServer: TestServer): Promise<Attachment[]> {
  const { db, ports } = testServer
  await loadDemo(db, ports, { files: ports.files, samples: await readSamples() })
  const { uuid, account_id } = (await testServer.rows('client')).find(({ email }) => email === 'owner@mail.example')!
  const lists = ATTACHMENT_TYPES.map((type) =>
    testServer.readAs<Page<Attachment>>(account_id!, `clients/${uuid}/${type}?size=200`),
  )
  return (await Promise.all(lists)).flatMap(({ content }) => content)
}

test('every attachment of the demo owner can be opened, with the stored type and size', async () => {
  await using testServer = await openTestServer('sqlite')
  const attachments = await attachmentsIn(testServer)
  expect(attachments).toHaveLength(43)
  for (const { url, mimeType, sizeBytes, fileName } of attachments) {
    const response = await testServer.fetch(new Request(url!))
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([fileName, response.headers.get('content-type'), bytes.length]).toEqual([fileName, mimeType, sizeBytes])
    const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1')
    expect(start).toBe(mimeType === 'application/pdf' ? '%PDF' : '\u00FF\u00D8\u00FF\u00E0')
  }
})

test('the demo is loaded without attachments if the file storage fails', async () => {
  const files = { ...memoryFiles(), put: () => Promise.reject(new StorageError('EIO')) }
  await using testServer = await openTestServer('sqlite', { files })
  expect((await attachmentsIn(testServer)).filter(({ url }) => url)).toEqual([])
})
