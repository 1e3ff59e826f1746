import { useTranslation } from 'react-i18next'
import type words from './locales/en.json'

type EntityName = keyof typeof words.options.entities

/** The name of an entity in the list of the server. */
export function useEntityName(): (entity: string) => string {
  const { t } = useTranslation('backups')
  return (entity) => t(`options.entities.${entity as EntityName}`)
}
