import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { accessRules } from '@/features/access-rules'
import { users } from '@/features/users'
import { Details } from '@/kit/details'
import { refName } from '@/kit/refName'
import { pathsOf } from '@/kit/resource'
import { ExactTime } from '@/kit/time'
import type { Identifier } from './api'
import { IdentifierStatusTag } from './IdentifierStatusTag'
import { IdentifierTypeTag } from './IdentifierTypeTag'
import { Passes } from './Passes'

/** An identifier in the side drawer of the list. */
export function IdentifierPreview({ identifier }: { identifier: Identifier }) {
  const { t } = useTranslation('identifiers')
  const { owner, value, value_dec: dec, value_hex: hex } = identifier
  const numbers: [string, string | null][] =
    hex === null
      ? [[t('fields.value'), value]]
      : [
          [t('options.formats.dec'), dec],
          [t('options.formats.hex'), hex],
        ]
  return (
    <Details
      rows={[
        [t('fields.type'), <IdentifierTypeTag key="type" type={identifier.type} />],
        [t('fields.status'), <IdentifierStatusTag key="status" identifier={identifier} />],
        ...numbers.map(([name, text]): [string, ReactNode] => [
          name,
          text && (
            <span key={name} className="mono">
              {text}
            </span>
          ),
        ]),
        [
          t('fields.owner'),
          owner && (
            <Link key="owner" to={pathsOf(users).of(owner.id)}>
              {owner.name}
            </Link>
          ),
        ],
        [t('fields.group'), identifier.domain && refName(identifier.domain)],
        [t('fields.from'), <ExactTime key="from" value={identifier.period_restrict_from} />],
        [t('fields.to'), <ExactTime key="to" value={identifier.period_restrict_to} />],
        [t('fields.passes'), <Passes key="passes" identifier={identifier} />],
        [
          t('fields.accessRules'),
          identifier.access_rules.length === 0
            ? null
            : identifier.access_rules.map(({ id, name }) => (
                <div key={id}>
                  <Link to={pathsOf(accessRules).edit(id)}>{name}</Link>
                </div>
              )),
        ],
        [t('fields.description'), identifier.description],
        [t('fields.origin'), identifier.origin && t(`options.origins.${identifier.origin}`)],
        [t('fields.createdBy'), identifier.created_by_user?.name],
        [t('fields.created'), <ExactTime key="created" value={identifier.created_at} />],
      ]}
    />
  )
}
