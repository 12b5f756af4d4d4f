/** The addresses of the screens of API keys: the list, the form for a new key, and one key. */
export const apiKeysLink = '/pages/me/apiKeys';
export const newApiKeyLink = '/pages/me/apiKeyNew';
export const apiKeyLink = (id: string): string => `/pages/me/apiKey?${new URLSearchParams({ id })}`;
