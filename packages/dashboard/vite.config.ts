import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { limitSizes } from './size-budget.ts';

/** Writes the compressed versions that the service sends to browsers. */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    writeBundle({ dir }) {
      const folder = path.join(dir!, 'assets');
      for (const name of readdirSync(folder).filter((name) => /\.(?:js|css)$/.test(name))) {
        const content = readFileSync(path.join(folder, name));
        writeFileSync(path.join(folder, `${name}.gz`), gzipSync(content));
        writeFileSync(path.join(folder, `${name}.br`), brotliCompressSync(content));
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), compressAssets(), limitSizes({ firstLoad: 200_000, page: 120_000 })],
  // The content security policy allows no scripts and fonts in data URLs.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    license: { fileName: 'licenses.json' },
  },
  server: { proxy: { '^/(api|v1|v2|docs|openapi.json|health)': 'http://127.0.0.1:3000' } },
});
