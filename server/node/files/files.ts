import { join } from 'node:path'
import type { Files } from '#server/ports.ts'
import type { Settings } from '#server/node/settings.ts'
import { folderFiles } from './folder-files.ts'
import { s3Files } from './s3-files.ts'

export const openFiles = ({ storage, dataDir }: Pick<Settings, 'storage' | 'dataDir'>): Files =>
  storage ? s3Files(storage) : folderFiles(join(dataDir, 'files'))
