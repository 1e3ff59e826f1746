import { MessageOutlined } from '@ant-design/icons'
import { defineScreen } from '@/kit/resource'

export const CONVERSATIONS_PATH = '/conversations'
export const conversationPath = (id: number) => `/conversation/${id}`

const need = {
  any: [
    'can_view_conversations' as const,
    'can_view_descendant_conversations' as const,
    'can_view_all_conversations' as const,
  ],
}

export const mayBegin = { any: ['can_create_conversation' as const] }
export const mayDelete = { any: ['can_delete_conversation' as const] }
export const isStaff = { any: ['can_accept_messages_from_descendant_users' as const] }

export const conversationScreens = [
  defineScreen({
    key: 'conversations',
    path: CONVERSATIONS_PATH,
    icon: MessageOutlined,
    section: 'communications',
    need,
    page: () => import('./ConversationsPage'),
  }),
  defineScreen({
    key: 'conversation',
    path: '/conversation/:id',
    icon: MessageOutlined,
    need,
    page: () => import('./ConversationsPage'),
  }),
]
