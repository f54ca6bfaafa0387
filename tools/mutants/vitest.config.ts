import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { type ConfigEnv, defineConfig } from 'vitest/config'
import portal from '../../vite.config.ts'

interface Project {
  test: { include: string[]; exclude?: string[] }
}

/**
 * The projects of the tests, limited to the test files of one scope and to SQLite. The environment variable MUTANTS_TESTS names the
 * files. StrykerJS 10.1 also takes them as an option, but then never activates a mutant in code that runs on import.
 */
export default defineConfig((env: ConfigEnv) => {
  const { test, ...config } = portal(env)
  const files = globSync((process.env['MUTANTS_TESTS'] ?? '').split(' '))
  const isOf = ({ include, exclude = [] }: Project['test'], file: string) =>
    include.some((glob) => matchesGlob(file, glob)) && !exclude.some((glob) => matchesGlob(file, glob))
  const projects = (test!.projects as unknown as Project[])
    .map((project) => ({
      ...project,
      test: {
        ...project.test,
        include: files.filter((file) => isOf(project.test, file)),
        globalSetup: [],
        provide: { postgresUrl: null },
      },
    }))
    .filter(({ test }) => test.include.length > 0)
  return { ...config, test: { ...test, projects } }
})
