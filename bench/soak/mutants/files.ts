import { type Mutant, never, of } from './mutant.ts'

// Signed addresses, papers and uploads.
export const FILES: readonly Mutant[] = [
  ...of(
    'server/http/signed-url.ts',
    ['server/http/signed-url.test.ts', 'forgery', 'papers-addresses', 'files'],
    ['!isOurs || ', ''],
    [` || !(Number(query['expires']) > now())`, ''],
    ['const key = deriveKey(secret, purpose)', `const key = deriveKey(secret, 'address')`],
  ),
  ...of(
    'server/practice/logo-routes.ts',
    ['files', 'matrix', 'files-kept'],
    [`    requireStaff(await accessToPractice(db, c.get('identity'), practiceId))\n`, ''],
    [`    if (!kind) throw new ProblemError('unsupported-media-type')\n    const path`, '    const path'],
    never(`c.req.header('content-type') !== IMAGE_TYPES[upload.kind]`),
    never('!picture'),
    ['kind && (await isNoted(db, key)) ? await files.get(key)', 'kind ? await files.get(key)'],
    [`    'content-security-policy': filePolicy('image/png'),\n`, ''],
  ),
  ...of(
    'server/practice/logo.ts',
    ['files', 'files-kept', 'papers'],
    [`\n    .where('practice_id', '=', upload.practiceId)`, ''],
    [`\n    .where('staff_role', 'is not', null)`, ''],
    ['!by || (await isNoted(db, keyOf(upload)))', '!by'],
    never('numInsertedOrUpdatedRows !== 1n'),
    [`!user && logoKind(key) && (await isNoted(db, key))`, 'logoKind(key) && (await isNoted(db, key))'],
    [`!user && logoKind(key) && (await isNoted(db, key))`, '!user'],
    [`\n    .where('file.created_at', '<', before)`, ''],
    [`\n    .where('practice.id', 'is', null)`, ''],
    ["\n    .where('file.key', 'not like', `${DOCUMENT_KEYS}%`)", ''],
  ),
  ...of(
    'server/node/folder-files.ts',
    ['server/node/folder-files.test.ts'],
    ['path.basename(key)', 'key'],
    [`        if (!found.isFile()) return undefined\n`, ''],
  ),
  ...of('server/files/bytes.ts', ['server/files/images.test.ts'], [' && width <= MAX_SIDE && height <= MAX_SIDE', '']),
  ...of('server/documents/file-urls.ts', ['papers', 'client-data'], [' && isWebsite(url)', '']),
  ...of('server/node/pdf-renderer.ts', ['server/node/pdf-renderer.test.ts'], never('waiting >= MOST_WAITING')),
]
