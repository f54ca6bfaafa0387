import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '#harness/server-process.ts'

// Assembles the file system of deploy/Dockerfile in a folder, without a container engine. Debian's own system takes the
// place of the base image and of the packages; everything else comes from the instructions of the Dockerfile.

export interface Instruction {
  name: string
  text: string
}

/** Returns the instructions of a Dockerfile, with continued lines joined. */
export const instructionsOf = (dockerfile: string): Instruction[] =>
  dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', text = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
      return { name, text }
    })

export const dockerfile = () => instructionsOf(readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8'))

const lastOf = (name: string) => dockerfile().findLast((each) => each.name === name)!.text
const commandOf = (text: string) => JSON.parse(/\[.*\]$/.exec(text)![0]) as string[]
export const healthCommand = () => commandOf(lastOf('HEALTHCHECK'))
export const startCommand = () => [...commandOf(lastOf('ENTRYPOINT')), ...commandOf(lastOf('CMD'))]

/** Folders of the image that the instructions change. All others are those of this machine. */
const OWN = ['opt', 'usr/local/bin', 'var', 'data', 'backups', 'etc', 'tmp', 'run']
const USERS = 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n'

export interface Image {
  folder: string
  env: Record<string, string>
}

/** Carries out the instructions for a folder with a release, except the installation of packages. */
export function assembleImage(context: string, folder: string): Image {
  for (const name of [...OWN, 'var/cache', 'run/secrets']) mkdirSync(join(folder, name), { recursive: true })
  chmodSync(join(folder, 'tmp'), 0o1777)
  copyFileSync(process.execPath, join(folder, 'usr/local/bin/node'))
  writeFileSync(join(folder, 'etc/passwd'), USERS)
  writeFileSync(join(folder, 'etc/group'), 'root:x:0:\nnode:x:1000:\n')
  const image: Image = { folder, env: { PATH: '/usr/local/bin:/usr/bin:/bin' } }
  let user = 'root'
  for (const { name, text } of dockerfile()) {
    if (name === 'USER') user = text
    else if (name === 'ENV')
      Object.assign(image.env, Object.fromEntries(text.split(' ').map((pair) => pair.split('='))))
    else if (name === 'COPY') copy(context, folder, text.split(' '))
    else if (name === 'RUN' && !text.includes('apt-get')) build(image, user, text)
  }
  return image
}

function copy(context: string, folder: string, words: string[]): void {
  const to = join(folder, words.pop()!)
  mkdirSync(to, { recursive: true })
  for (const file of words.flatMap((pattern) => globSync(pattern, { cwd: context })))
    cpSync(join(context, file), join(to, basename(file)))
}

function build(image: Image, user: string, text: string): void {
  const binds = OWN.flatMap((name) => ['--bind', join(image.folder, name), `/${name}`])
  const command = [...asUser(user), 'sh', '-c', text]
  execFileSync('bwrap', [...namespace(image.env, binds), ...command], { stdio: 'pipe' })
}

/** Runs a command as a container: as the user of the image, without capabilities, with only /data, /backups and /tmp writable. */
export function runContainer(
  { folder, env }: Image,
  { command, data, settings }: { command: string[]; data: string; settings: Record<string, string> },
): ChildProcess {
  const readOnly = OWN.filter((name) => !['tmp', 'data', 'backups'].includes(name))
  const binds = [
    ...readOnly.flatMap((name) => ['--ro-bind', join(folder, name), `/${name}`]),
    ...['data', 'backups'].flatMap((name) => ['--bind', join(data, name), `/${name}`]),
    '--tmpfs',
    '/tmp',
    '--chmod',
    '1777',
    '/tmp',
  ]
  return spawn('bwrap', [...namespace({ ...env, ...settings }, binds), ...asUser('node'), ...command])
}

const namespace = (env: Record<string, string>, binds: string[]) => [
  '--ro-bind',
  '/usr',
  '/usr',
  '--proc',
  '/proc',
  '--dev',
  '/dev',
  ...['bin', 'lib', 'lib64', 'sbin'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
  ...binds,
  '--remount-ro',
  '/',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--die-with-parent',
  '--clearenv',
  ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
]

const UNPRIVILEGED =
  'setpriv --reuid=1000 --regid=1000 --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs'.split(' ')

const asUser = (user: string) => (user === 'root' ? [] : UNPRIVILEGED)
