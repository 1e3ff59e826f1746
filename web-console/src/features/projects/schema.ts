import { z } from 'zod'
import type { DealerProjectInput } from '@/api/generated/projects'
import { LOCALES } from '@/api/profile'
import { emailRule, issue, nameRule, optionalText } from '@/kit/form'
import type { DealerProject } from './api'

const shape = {
  name: nameRule(100),
  description: optionalText(1000),
  time_zone: z.string().nullable(),
  locale: z.enum(LOCALES),
  /** Asked of a new project only. */
  administrator: z.object({ name: z.string().trim(), email: z.string().trim() }).nullable(),
}

export const projectSchema = z.object(shape).superRefine(({ administrator }, context) => {
  if (!administrator) return
  const wrong = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: ['administrator', path], message })
  const { name, email } = administrator
  if (!name) wrong('name', issue('required'))
  if (name.length > 100) wrong('name', issue('max_length', { max: 100 }))
  if (!email) wrong('email', issue('required'))
  else if (!emailRule.safeParse(email).success) wrong('email', issue('email'))
})

export type ProjectForm = z.input<typeof projectSchema>

export const emptyProject: ProjectForm = {
  name: '',
  description: '',
  time_zone: null,
  locale: 'en',
  administrator: { name: '', email: '' },
}

export const toProjectForm = (project: DealerProject): ProjectForm => ({
  name: project.name,
  description: project.description ?? '',
  time_zone: project.time_zone,
  locale: project.locale === 'ru' ? 'ru' : 'en',
  administrator: null,
})

/** A project that is there already has its administrators. */
export const toProjectBody = ({
  administrator,
  ...values
}: z.output<typeof projectSchema>): DealerProjectInput =>
  administrator ? { ...values, administrator } : values
