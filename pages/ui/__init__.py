"""What the pages share: language, menu, controls that live in the URL, the loader, pictures with their table."""
