import type { Attachment } from '#contract/schemas/attachment.ts'
import { expect, test } from 'vitest'
import { ATTACHMENT_TYPES } from '#contract/document.ts'
import type { Page } from '#contract/paging.ts'
import { memoryFiles } from '#mocks/files.ts'
import { readSamples } from '#server/node/demo-samples.ts'
import { loadDemo } from '#server/demo/load.ts'
import { versionOf } from '#server/files/send.ts'
import { StorageError } from '#server/files/store.ts'
import { type TestServer, openTestServer, recordingPdf } from '#harness/test-server.ts'

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

test('the demo owner has an accepted estimate with its stored PDF', async () => {
  const { drawn, pdf } = recordingPdf()
  await using testServer = await openTestServer('sqlite', { pdf })
  const { db, ports } = testServer
  await loadDemo(db, ports, { submit: ports })
  const answers = await testServer.rows('estimate_answer')
  expect(answers).toMatchObject([{ outcome: 'accepted', answered_by: 'Anneke van den Berg', sum_from: 22_695 }])
  const { account_id: ownerId, client_uuid: clientId, estimate_uuid: estimateId, file_hash: hash } = answers[0]!
  const count = drawn.length
  const { url } = await testServer.readAs<{ url: string }>(ownerId!, `clients/${clientId}/estimates/${estimateId}/file`)
  const response = await testServer.fetch(new Request(url))
  expect(await versionOf(new Uint8Array(await response.arrayBuffer()))).toBe(hash)
  expect(drawn).toHaveLength(count)
  expect(await testServer.rows('outbox')).toEqual([])
})

test('the demo is loaded without attachments if the file storage fails', async () => {
  const files = { ...memoryFiles(), put: () => Promise.reject(new StorageError('EIO')) }
  await using testServer = await openTestServer('sqlite', { files })
  expect((await attachmentsIn(testServer)).filter(({ url }) => url)).toEqual([])
})
