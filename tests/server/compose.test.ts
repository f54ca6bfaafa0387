import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { eachFolder } from '#harness/folders.ts'
import { ROOT } from '#harness/server-process.ts'
import { SECRET_FILES, SETTING_NAMES } from '#server/node/setting-names.ts'
import { readSettings } from '#server/node/settings.ts'

interface Service {
  environment: Record<string, string>
  command: string[]
  read_only?: boolean
  cap_drop: string[]
  security_opt: string[]
  volumes: (string | { source: string; target: string })[]
  networks: Record<string, unknown>
}
interface Compose {
  services: Record<'portal' | 'backup' | 'database' | 'proxy', Service>
  networks: { proxy: { ipam: { config: { subnet: string }[] } } }
}

const folder = eachFolder()
const at = (name: string) => join(folder.path, name)
const read = (file: string) => readFileSync(join(ROOT, 'deploy', file), 'utf8')

const has = (command: string) => spawnSync(command, ['version']).status === 0
const hasCompose = has('docker-compose')

/** The parsed file with all variables replaced. Version 1 of docker-compose prints only YAML. */
const TO_JSON = 'import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)'
const compose = (...args: string[]) =>
  spawnSync('docker-compose', ['-f', at('compose.yaml'), 'config', ...args], { cwd: folder.path, encoding: 'utf8' })
function config(env: string): Compose {
  writeFileSync(at('.env'), env)
  const { stdout } = compose('--format', 'json')
  if (stdout.startsWith('{')) return JSON.parse(stdout) as Compose
  const yaml = compose()
  expect(yaml).toMatchObject({ status: 0, stderr: '' })
  return JSON.parse(execFileSync('python3', ['-c', TO_JSON], { input: yaml.stdout, encoding: 'utf8' })) as Compose
}

describe.skipIf(!hasCompose)(`compose.yaml${hasCompose ? '' : ' (skipped: docker-compose is not installed)'}`, () => {
  beforeEach(() => cpSync(join(ROOT, 'deploy'), folder.path, { recursive: true }))

  test('is valid with the template of the settings, and restricts each service', () => {
    const { services, networks } = config(read('.env.example'))
    for (const { cap_drop, security_opt } of Object.values(services)) {
      expect(cap_drop).toEqual(['ALL'])
      expect(security_opt).toEqual(['no-new-privileges:true'])
    }
    for (const name of ['portal', 'backup', 'proxy'] as const) expect(services[name].read_only).toBe(true)
    // Only the proxy reaches the portal, and the database reaches no other network.
    expect(Object.keys(services.proxy.networks)).toEqual(['proxy'])
    expect(Object.keys(services.database.networks)).toEqual(['data'])
    expect(services.backup.command.join(' ')).toContain('dierenportaal backup /backups --keep 14')

    writeFileSync(at('secret'), 'p@ss:w/rd #?\n')
    const { environment } = services.portal
    const files = Object.fromEntries(
      Object.keys(environment).flatMap((name) => (name.endsWith('_FILE') ? [[name, at('secret')]] : [])),
    )
    const settings = readSettings({ ...environment, ...files })
    expect(settings).toMatchObject({ publicUrl: 'https://portaal.example', host: '0.0.0.0' })
    expect(settings.trustedProxies).toEqual([networks.proxy.ipam.config[0]!.subnet])
    expect(settings.databaseUrl).toBe('postgres://portal:p%40ss%3Aw%2Frd%20%23%3F@database/portal')
    expect(settings.smtpUrl).toContain('user:p%40ss')
  })

  test('passes every setting of .env to the portal and the backup', () => {
    const names = [...SETTING_NAMES, ...SECRET_FILES.map(([name]) => name), 'LIMIT_BODY_BYTES', 'TZ']
    const given = Object.fromEntries(names.map((name) => [name, `of-${name.toLowerCase()}`]))
    const { services } = config(
      Object.entries(given)
        .map((pair) => pair.join('='))
        .join('\n'),
    )
    const { environment } = services.portal
    expect(names.filter((name) => environment[name] !== given[name])).toEqual([
      'HOST',
      'DATA_DIR',
      'DATABASE_URL',
      'TRUSTED_PROXIES',
      'DATABASE_PASSWORD_FILE',
      'SMTP_PASSWORD_FILE',
    ])
    expect(services.backup.environment).toEqual(environment)
    expect(services.proxy.environment['UPSTREAM']).toBe('portal:of-port')
  })

  test('uses another network, folder and number of backups if .env names them', () => {
    const { services, networks } = config(
      'PUBLIC_URL=https://a.example\nSUBNET=10.9.0.0/24\nBACKUPS=/srv/b\nBACKUPS_KEPT=3',
    )
    expect(networks.proxy.ipam.config[0]!.subnet).toBe('10.9.0.0/24')
    expect(services.portal.environment['TRUSTED_PROXIES']).toBe('10.9.0.0/24')
    expect(services.backup.command.join(' ')).toContain('--keep 3 ')
    expect(JSON.stringify(services.backup.volumes)).toContain('/srv/b')
  })

  test('requires PUBLIC_URL', () => {
    writeFileSync(at('.env'), '')
    const { status, stderr } = compose()
    expect(status).not.toBe(0)
    expect(stderr).toContain('Set PUBLIC_URL in .env')
  })

  test.skipIf(!has('caddy'))('gives the proxy its site and the portal', () => {
    const { environment } = config(read('.env.example')).services.proxy
    copyFileSync(at('Caddyfile'), at('Caddyfile.copy'))
    const args = ['adapt', '--config', at('Caddyfile.copy'), '--adapter', 'caddyfile']
    const adapted = execFileSync('caddy', args, {
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, ...environment },
    })
    expect(adapted).toContain('"dial":"portal:4000"')
    expect(adapted).toContain('"host":["portaal.example"]')
    expect(adapted).toContain('"output":"stdout"')
  })
})

test('the template of compose.yaml names only settings and variables of compose.yaml', () => {
  const names = Object.keys(parseEnv(read('.env.example').replaceAll(/^#(?=[A-Z_]+=)/gm, '')))
  const own = names.filter((name) => !SETTING_NAMES.some((each) => each === name))
  expect(own.toSorted()).toEqual(['BACKUPS', 'BACKUPS_KEPT', 'SUBNET'])
  for (const name of own) expect(read('compose.yaml')).toContain(`\${${name}:-`)
})

test('the build context contains only what the Dockerfile copies', () => {
  const [, copied = ''] = /^COPY (.*) \S+$/m.exec(read('Dockerfile'))!
  const allowed = [...read('Dockerfile.dockerignore').matchAll(/^!(.*)$/gm)].map(([, name]) => name)
  expect(allowed).toEqual(copied.split(' '))
  expect(read('Dockerfile.dockerignore')).toMatch(/^\*$/m)
})
