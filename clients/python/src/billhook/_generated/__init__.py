"""What `npm run docs` writes from the contracts."""
