import { join } from 'node:path'
import type { Files } from '#server/ports.ts'
import type { Settings } from './settings.ts'
import { folderFiles } from './folder-files.ts'
import { s3Files } from './s3-files.ts'

/** The bucket, or the folder, of the settings. */
export const openFiles = ({ storage, dataDir }: Pick<Settings, 'storage' | 'dataDir'>): Files =>
  storage ? s3Files(storage) : folderFiles(join(dataDir, 'files'))
