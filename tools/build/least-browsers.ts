import packageJson from '../../package.json' with { type: 'json' }

/** The least of each browser that the portal works in, by its name in browserslist. */
export const LEAST: Readonly<Record<string, string>> = Object.fromEntries(
  packageJson.browserslist.map((line) => {
    const [, name, version] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? []
    if (!name || !version) throw new Error(`browserslist in package.json: “${line}” is no “name >= version”`)
    return [name, version]
  }),
)

// Samsung's browser is Chromium under another name, which the tools below do not know.
const { ios_saf: ios, samsung: _, ...others } = LEAST

/** For Vite, which hands it to what lowers syntax and styles. */
export const BUILD_TARGET: string[] = Object.entries({ ...others, ios }).map(([name, version]) => `${name}${version}`)
