import { join } from 'node:path'
import type { Files } from '#server/ports.ts'
import type { Settings } from '#server/settings.ts'
import { folderFiles } from './folder.ts'
import { s3Files } from './s3.ts'

/** The bucket, or the folder, of the settings. */
export const openFiles = ({ storage, dataDir }: Pick<Settings, 'storage' | 'dataDir'>): Files =>
  storage ? s3Files(storage) : folderFiles(join(dataDir, 'files'))
