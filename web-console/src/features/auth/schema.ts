import { z } from 'zod'
import { issue } from '@/kit/form/rules'

export const loginSchema = z.object({
  login: z
    .string()
    .trim()
    .min(1, issue('required'))
    .max(254, issue('max_length', { max: 254 })),
  password: z
    .string()
    .min(1, issue('required'))
    .max(256, issue('max_length', { max: 256 })),
  remember: z.boolean(),
})

export type LoginForm = z.infer<typeof loginSchema>
