import { questionsBodySchema } from '#contract/schemas/visit.ts'

export const questionsFormSchema = questionsBodySchema.pick(['text'])
