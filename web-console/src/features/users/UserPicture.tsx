import { useTranslation } from 'react-i18next'
import type { Avatar as SavedAvatar } from '@/api/generated/files'
import { API_BASE } from '@/api/limits'
import { Avatar } from '@/kit/avatar'
import { useUpload } from '@/kit/files'
import { PictureField } from '@/kit/picture'
import { useDeleteUserAvatarMutation, type User } from './api'

interface Props {
  user: User
  readOnly: string | false
}

/** The picture by which a concierge knows somebody. */
export function UserPicture({ user, readOnly }: Props) {
  const { t } = useTranslation('users')
  const { id, name, avatar_url } = user
  const [send] = useUpload<SavedAvatar>(['Users', 'Profiles'])
  const [remove] = useDeleteUserAvatarMutation()
  return (
    <PictureField
      title={t('picture', { name })}
      isRound
      hasPicture={Boolean(avatar_url)}
      disabled={readOnly}
      onSet={(image, crop) => send(`${API_BASE}/users/${id}/avatar`, { ...crop, image })}
      onRemove={() => remove({ id }).unwrap()}
    >
      <Avatar name={name} url={avatar_url} size={72} />
    </PictureField>
  )
}
