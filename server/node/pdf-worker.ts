import { parentPort } from 'node:worker_threads'
import { draw } from '#server/pdf/draw.ts'
import { FONTS } from './fonts.ts'
import type { Done, Job } from './pdf-renderer.ts'

// Sequential, so that a crash belongs to one job.
let before = Promise.resolve()
parentPort!.on('message', (job: Job) => void (before = before.then(() => print(job))))

async function print({ id, sheet }: Job): Promise<void> {
  try {
    const pdf = await draw(sheet, FONTS)
    send({ id, pdf }, [pdf.buffer])
  } catch (error) {
    send({ id, failed: error instanceof Error ? error.message : String(error) })
  }
}

const send = (done: Done, transfer: ArrayBuffer[] = []) => parentPort!.postMessage(done, transfer)
