"""Releases on the Hugging Face Hub: pushed, verified, tagged, and pulled again."""
