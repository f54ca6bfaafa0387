import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { type ConfigEnv, defineConfig } from 'vitest/config'
import portal from '../../vite.config.ts'

interface Project {
  test: { include: string[]; exclude?: string[] }
}

/**
 * The projects of the tests with the files of one scope only, on SQLite. The scope's files stand in `MUTANTS_TESTS`: StrykerJS 10.1
 * takes them as an option too, but then never activates a mutant in code that runs on import.
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
