import { draw } from '#server/pdf/draw.ts'
import type { Bundle, Letters, Sheet } from '#server/pdf/sheet.ts'
import { FONTS } from './fonts.ts'
import { handleTasks } from '#server/node/worker-pool.ts'

handleTasks(async (sheet: Sheet | Letters | Bundle) => {
  const pdf = await draw(sheet, FONTS)
  return { result: pdf, transfer: [pdf.buffer] }
})
