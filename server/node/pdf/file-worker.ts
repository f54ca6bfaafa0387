import { type FileTask, readFilePages } from '#server/pdf/file-pages.ts'
import { handleTasks } from '#server/node/worker-pool.ts'

handleTasks(async (file: FileTask) => {
  const result = await readFilePages(file)
  return { result, transfer: typeof result === 'string' ? [] : [result.pdf.buffer] }
})
