import { z } from 'zod'
import { issue, nameRule, optionalText, PASSWORD_MASK, phoneRule, refRule } from '@/kit/form'
import type { SipTrunk, SipTrunkInput } from './api'

/** As `sip:host`, `sip:host:port`, with `;transport=udp`, `tcp` or `tls`; the server looks closer. */
const PROVIDER =
  /^sip:(?:[A-Za-z\d](?:[A-Za-z\d.-]*[A-Za-z\d])?|\[[\dA-Fa-f:.]+\])(?::\d{1,5})?(?:;transport=(?:udp|tcp|tls))?$/

export const MAX_LOGIN = 100
export const MAX_PASSWORD = 128

export const sipTrunkSchema = z
  .object({
    name: nameRule(100),
    outgoing_number: phoneRule,
    termination_uri: z
      .string()
      .trim()
      .min(1, issue('required'))
      .max(255, issue('max_length', { max: 255 }))
      .regex(PROVIDER, issue('sip_uri')),
    login: optionalText(MAX_LOGIN),
    password: z
      .string()
      .max(MAX_PASSWORD, issue('max_length', { max: MAX_PASSWORD }))
      .nullable(),
    /** One is saved, which an empty field leaves as it is. */
    has_password: z.boolean(),
    is_registration_enabled: z.boolean(),
    domains: z.array(refRule).min(1, 'at least one group must be selected'),
  })
  .superRefine(({ is_registration_enabled, login, password, has_password }, context) => {
    if (!is_registration_enabled) return
    const missing = { login: login === null, password: !password && !has_password }
    for (const [path] of Object.entries(missing).filter(([, isMissing]) => isMissing)) {
      context.addIssue({ code: 'custom', path: [path], message: issue('required') })
    }
  })

export type SipTrunkForm = z.input<typeof sipTrunkSchema>

export const emptySipTrunk: SipTrunkForm = {
  name: '',
  outgoing_number: '',
  termination_uri: '',
  login: '',
  password: '',
  has_password: false,
  is_registration_enabled: false,
  domains: [],
}

export const toSipTrunkForm = (trunk: SipTrunk): SipTrunkForm => ({
  name: trunk.name,
  outgoing_number: trunk.outgoing_number,
  termination_uri: trunk.termination_uri,
  login: trunk.login ?? '',
  password: trunk.password ? PASSWORD_MASK : '',
  has_password: Boolean(trunk.password),
  is_registration_enabled: trunk.is_registration_enabled,
  domains: trunk.domains,
})

/** A password goes with its login; an untouched one is left out. */
export const toSipTrunkBody = ({
  password,
  has_password: _saved,
  ...values
}: z.output<typeof sipTrunkSchema>): SipTrunkInput => {
  if (values.login === null) return { ...values, password: '' }
  return password && password !== PASSWORD_MASK ? { ...values, password } : values
}
