import { parentPort } from 'node:worker_threads'
import { draw } from '#server/pdf/draw.ts'
import type { Letters, Sheet } from '#server/pdf/sheet.ts'
import { FONTS } from './fonts.ts'
import type { Done } from './pdf-renderer.ts'

if (!parentPort) throw new Error('This module is for a worker')
const port = parentPort
port.on('message', (sheet: Sheet | Letters) => void print(sheet))

async function print(sheet: Sheet | Letters): Promise<void> {
  try {
    const pdf = await draw(sheet, FONTS)
    send({ pdf }, [pdf.buffer])
  } catch (error) {
    send({ failed: error instanceof Error ? error.message : String(error) })
  }
}

const send = (done: Done, transfer: ArrayBuffer[] = []) => port.postMessage(done, transfer)
