// Acts as a user of a release: installs it, starts it, signs in, renders a document and makes a backup. Prints the
// results as JSON. Plain JavaScript, because the script runs outside the checkout.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'

const [, , installer, archive, port] = process.argv
const here = process.cwd()
const bin = join(here, 'bin/dierenportaal')
const settings = join(here, 'settings.env')
const run = (command, ...args) => execFileSync(command, args, { encoding: 'utf8' })

const seen = { uid: process.getuid(), networks: Object.keys(networkInterfaces()) }
seen.installed = run('sh', installer, archive, join(here, 'opt'), join(here, 'bin')).trim()
writeFileSync(settings, `PORT=${port}\nDATA_DIR=${join(here, 'data')}\nNOTICE_MS=0\n`)

const server = spawn(bin, ['start', '--settings', settings])
server.stderr.pipe(process.stderr)
let log = ''
server.stdout.on('data', (data) => (log += data))
const ended = once(server, 'exit')
const started = (async () => {
  while (!log.includes('"started"')) await once(server.stdout, 'data')
})()
if (await Promise.race([started, ended])) throw new Error(`The server ended: ${log}`)
seen.started = log.split('\n').find((line) => line.includes('"started"'))

const base = `http://127.0.0.1:${port}`
const text = async (path) => (await fetch(base + path)).text()
const json = async (path, options) => (await fetch(base + path, options)).json()
seen.health = await json('/api/health/ready')
seen.page = (await text('/')).includes('Dierenportaal')
const { token } = await json('/api/user/authenticate', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: 'owner@mail.example', password: 'Welkom#2026' }),
})
const headers = { authorization: token }
const [practice] = await json('/api/user/practices', { headers })
seen.practice = practice?.name
const { uuid: client } = await json(`/api/user/client?practiceId=${practice.id}`, { headers })
const { content } = await json(`/api/clients/${client}/invoices`, { headers })
const drawn = content.find(({ fileName }) => !fileName)
const { url } = await json(`/api/clients/${client}/invoices/${drawn.uuid}/file`, { headers })
seen.paper = (await (await fetch(new URL(url, base))).text()).slice(0, 5)

seen.mails = run(bin, 'mails', '--settings', settings)
seen.version = run(bin, '--version').trim()
run(bin, 'backup', '--settings', settings, join(here, 'backup'))
seen.backup = readdirSync(join(here, 'backup'))
seen.takenFrom = JSON.parse(readFileSync(join(here, 'backup/backup.json'), 'utf8')).engine
server.kill('SIGTERM')
;[seen.code] = await ended
process.stdout.write(JSON.stringify(seen))
