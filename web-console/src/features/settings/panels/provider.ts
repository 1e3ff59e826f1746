import { z } from 'zod'
import {
  issue,
  optionalText,
  PASSWORD_MASK,
  refRule,
  secretRule,
  type SettingsSource,
} from '@/kit/form'
import { useGetIdentityProviderQuery, useUpdateProvider, type IdentityProvider } from '../api'

export const providerSchema = z
  .object({
    is_enabled: z.boolean(),
    is_listed: z.boolean(),
    name: optionalText(31),
    issuer_url: z
      .union([z.literal(''), z.string().regex(/^https:\/\/[^\s/]+/i, issue('https'))])
      .transform((text) => text || null),
    client_id: optionalText(255),
    client_secret: secretRule(500),
    scopes: z.array(z.string().max(100)).max(20),
    role: refRule.nullable(),
    domain: refRule.nullable(),
  })
  .superRefine((values, context) => {
    const wrong = (path: string) =>
      context.addIssue({ code: 'custom', path: [path], message: issue('required') })
    if (values.is_enabled) {
      for (const key of ['name', 'issuer_url', 'client_id'] as const) if (!values[key]) wrong(key)
    }
    // A user who is made has both.
    if (values.role && !values.domain) wrong('domain')
    if (values.domain && !values.role) wrong('role')
  })

export type ProviderForm = z.input<typeof providerSchema>

export const emptyProvider: ProviderForm = {
  is_enabled: false,
  is_listed: false,
  name: '',
  issuer_url: '',
  client_id: '',
  client_secret: '',
  scopes: ['email', 'profile'],
  role: null,
  domain: null,
}

export const toProviderForm = (saved: IdentityProvider): ProviderForm => ({
  is_enabled: saved.is_enabled,
  is_listed: saved.is_listed,
  name: saved.name,
  issuer_url: saved.issuer_url,
  client_id: saved.client_id,
  client_secret: saved.client_secret ? PASSWORD_MASK : '',
  scopes: saved.scopes,
  role: saved.role,
  domain: saved.domain,
})

/** Texts are sent as texts; a secret goes with its client. */
export const toProviderBody = (values: z.output<typeof providerSchema>) => ({
  ...values,
  name: values.name ?? '',
  issuer_url: values.issuer_url ?? '',
  client_id: values.client_id ?? '',
  client_secret: values.client_id === null ? '' : values.client_secret,
})

export const providerSource: SettingsSource<IdentityProvider, typeof providerSchema> = {
  schema: providerSchema,
  empty: emptyProvider,
  toForm: toProviderForm,
  toBody: toProviderBody,
  useGet: useGetIdentityProviderQuery,
  useUpdate: useUpdateProvider,
}
